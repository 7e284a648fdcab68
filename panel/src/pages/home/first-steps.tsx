import { Link } from 'wouter';
import type { PrimerosPasos } from '../../api/wire.ts';
import { docsUrl } from '../../base-path.ts';
import { type Key, useWords } from '../../i18n/lang.tsx';
import { Card } from '../../parts/card.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useRestaurant } from '../../scope.tsx';

interface Step {
  name: keyof PrimerosPasos | 'pedido';
  title: Key;
  /** The text that says what to do. */
  note: Key;
  /** The page to do it on, or to see what is there. */
  path: string;
  action: Key;
}

const STEPS: readonly Step[] = [
  {
    name: 'perfil',
    title: 'steps.profile',
    note: 'steps.profileNote',
    path: '/restaurante',
    action: 'steps.profileDo',
  },
  {
    name: 'carta',
    title: 'steps.menu',
    note: 'steps.menuNote',
    path: '/carta',
    action: 'steps.menuDo',
  },
  {
    name: 'llave',
    title: 'steps.key',
    note: 'steps.keyNote',
    path: '/llaves?crear=1',
    action: 'steps.keyDo',
  },
  {
    name: 'webhook',
    title: 'steps.hook',
    note: 'steps.hookNote',
    path: '/webhooks?crear=1',
    action: 'steps.hookDo',
  },
  {
    name: 'pedido',
    title: 'steps.order',
    note: 'steps.orderNote',
    path: '/pedidos',
    action: 'steps.orderDo',
  },
];

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
            data-done={isDone(step)}
            aria-current={step === next ? 'step' : undefined}
          >
            <span className="step-mark">
              {isDone(step) && <Icon name="check" size={16} />}
              <span className="hidden-text">{t(isDone(step) ? 'steps.done' : 'steps.todo')}</span>
            </span>
            <div className="grow">
              <h3>{t(step.title)}</h3>
              {!isDone(step) && (
                <p className="soft small">
                  {t(step.name === 'pedido' && !cuenta.ingesta ? 'steps.noIngest' : step.note)}
                </p>
              )}
            </div>
            <Link
              href={href(step.path)}
              className={step === next ? 'button primary' : 'button plain'}
            >
              {t(step.action)}
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
