import { Link } from 'wouter';
import type { PrimerosPasos } from '../../api/wire.ts';
import { docsUrl } from '../../base-path.ts';
import { useWords } from '../../i18n/lang.ts';
import { Card } from '../../parts/card.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useRestaurant } from '../../scope.tsx';

/** In order, with the page to do each on, or to see what is there. */
const STEPS = [
  { name: 'perfil', text: 'profile', path: '/restaurante' },
  { name: 'carta', text: 'menu', path: '/carta' },
  { name: 'llave', text: 'key', path: '/llaves?crear=1' },
  { name: 'webhook', text: 'hook', path: '/webhooks?crear=1' },
  { name: 'pedido', text: 'order', path: '/pedidos' },
] as const;
type Step = (typeof STEPS)[number];

/** The steps that a new restaurant still has to take, and the next of them. */
export const FirstSteps = ({ done }: { done: PrimerosPasos }) => {
  const { t } = useWords();
  const { href, cuenta } = useRestaurant();
  const isDone = ({ name }: Step): boolean => name !== 'pedido' && done[name];
  const next = STEPS.find((step) => !isDone(step));
  const count = STEPS.filter(isDone).length;
  return (
    <Card title={t('steps.title')} note={t('steps.count', { n: count, all: STEPS.length })}>
      <ol className="first-steps">
        {STEPS.map((step) => (
          <li
            key={step.name}
            className="row"
            data-done={isDone(step)}
            aria-current={step === next ? 'step' : undefined}
          >
            <span className="step-mark">
              {isDone(step) && <Icon name="check" size={16} />}
              <span className="hidden-text">{t(isDone(step) ? 'steps.done' : 'steps.todo')}</span>
            </span>
            <div className="grow">
              <h3>{t(`steps.${step.text}`)}</h3>
              {!isDone(step) && (
                <p className="soft small">
                  {t(
                    step.name === 'pedido' && !cuenta.ingesta
                      ? 'steps.noIngest'
                      : `steps.${step.text}Note`,
                  )}
                </p>
              )}
            </div>
            <Link
              href={href(step.path)}
              className={step === next ? 'button primary' : 'button plain'}
            >
              {t(`steps.${step.text}Do`)}
            </Link>
          </li>
        ))}
      </ol>
      <p className="soft small">
        <a href={docsUrl()} target="_blank" rel="noreferrer">
          {t('steps.docs')}
        </a>
      </p>
    </Card>
  );
};
