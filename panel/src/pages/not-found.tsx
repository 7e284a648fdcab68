import { Link } from 'wouter';
import { useWords } from '../i18n/lang.ts';
import { Page } from '../parts/page.tsx';
import { Empty } from '../parts/states/states.tsx';

export const NotFoundPage = () => {
  const { t } = useWords();
  return (
    <Page title={t('state.notFound')}>
      <Empty icon="search" title={t('state.notFoundTitle')}>
        <p>{t('state.notFoundNote')}</p>
        <Link href="/" className="button">
          {t('do.goHome')}
        </Link>
      </Empty>
    </Page>
  );
};
