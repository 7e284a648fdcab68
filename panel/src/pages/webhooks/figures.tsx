import { useState } from 'react';
import { useHoras } from '../../api/resources/webhooks.ts';
import type { HoraWebhook, Webhook } from '../../api/wire.ts';
import { HOUR_MS, MINUTE_MS } from '../../clock.ts';
import { groupBy } from '../../group-by.ts';
import type { Format } from '../../i18n/format.ts';
import { useWords } from '../../i18n/lang.ts';
import { Card, Fact } from '../../parts/card.tsx';
import { Bars } from '../../parts/charts/bars.tsx';
import { Segments } from '../../parts/field.tsx';
import { Load } from '../../parts/states/load.tsx';
import { Empty, Skeleton } from '../../parts/states/states.tsx';
import { useNow } from '../../parts/time.tsx';
import { useRestaurant } from '../../scope.tsx';
import { dayOf } from '../orders/local-day.ts';

type Span = '24h' | '7d';
const HOURS: Record<Span, number> = { '24h': 24, '7d': 168 };

interface Slot {
  key: string;
  short: string;
  long: string;
  hours: HoraWebhook[];
}

/** The hours, or the restaurant's days, up to now, including those without an attempt. */
const slotsOf = (
  datos: readonly HoraWebhook[],
  span: Span,
  nowMs: number,
  timeZone: string,
  format: Format,
): Slot[] => {
  const known = new Map(datos.map((hora) => [Date.parse(hora.inicio), hora]));
  const last = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  const starts = Array.from({ length: HOURS[span] }, (_, i) => last - i * HOUR_MS).reverse();
  const isHourly = span === '24h';
  const slots = groupBy(starts, (ms) =>
    isHourly ? new Date(ms).toISOString() : dayOf(ms, timeZone),
  );
  return [...slots].map(([key, within]) => ({
    key,
    short: isHourly ? format.time(key) : format.dayShort(key),
    long: isHourly ? format.dateTime(key) : format.calendarDay(key),
    hours: within.flatMap((ms) => known.get(ms) ?? []),
  }));
};

const sum = (hours: readonly HoraWebhook[], of: (hora: HoraWebhook) => number): number =>
  hours.reduce((total, hora) => total + of(hora), 0);
const attempts = ({ exitos, fallos }: HoraWebhook): number => exitos + fallos;
const mean = (hours: readonly HoraWebhook[]): number =>
  Math.round(
    sum(hours, (hora) => hora.duracion_media_ms * attempts(hora)) /
      Math.max(1, sum(hours, attempts)),
  );
const worst = (hours: readonly HoraWebhook[]): number =>
  Math.max(0, ...hours.map((hora) => hora.duracion_max_ms));

/** How many attempts succeed, and how long the receiver takes, over time. */
export const Figures = ({ webhook }: { webhook: Webhook }) => {
  const { t, format } = useWords();
  const { cuenta } = useRestaurant();
  const now = useNow(MINUTE_MS);
  const [span, setSpan] = useState<Span>('24h');
  const query = useHoras(webhook.id);
  const ms = (value: number) => `${format.number(value)} ms`;
  return (
    <Card
      title={t('hooks.figures')}
      note={t('hooks.figuresNote')}
      actions={
        <Segments
          label={t('home.span')}
          value={span}
          options={[
            ['24h', t('hours.24')],
            ['7d', t('hours.168')],
          ]}
          onChange={setSpan}
        />
      }
    >
      <Load query={query} waiting={<Skeleton lines={5} />}>
        {({ datos }) => {
          const slots = slotsOf(datos, span, now, cuenta.zona_horaria, format);
          const hours = slots.flatMap((slot) => slot.hours);
          const total = sum(hours, attempts);
          if (total === 0) return <Empty icon="activity" title={t('hooks.noFigures')} />;
          const points = (value: (of: HoraWebhook[]) => number, before: typeof value) =>
            slots.map(({ key, short, long, hours }) => ({
              key,
              short,
              long,
              value: value(hours),
              before: before(hours),
            }));
          return (
            <div className="stack">
              <dl className="facts">
                <Fact name={t('hooks.rate')}>
                  {format.percent(sum(hours, ({ exitos }) => exitos) / total)}
                </Fact>
                <Fact name={t('hooks.attempts')}>{format.number(total)}</Fact>
                <Fact name={t('hooks.mean')}>{ms(mean(hours))}</Fact>
                <Fact name={t('hooks.worst')}>{ms(worst(hours))}</Fact>
              </dl>
              <div className="grid-2">
                <div className="attempts-chart">
                  <Bars
                    label={t('hooks.attempts')}
                    series={[t('hooks.succeeded'), t('hooks.notSucceeded')]}
                    format={format.number}
                    formatAxis={format.number}
                    height={150}
                    points={points(
                      (of) => sum(of, ({ exitos }) => exitos),
                      (of) => sum(of, ({ fallos }) => fallos),
                    )}
                  />
                </div>
                <Bars
                  label={t('hooks.latency')}
                  series={[t('hooks.mean'), t('hooks.worst')]}
                  format={ms}
                  formatAxis={format.number}
                  height={150}
                  points={points(mean, worst)}
                />
              </div>
            </div>
          );
        }}
      </Load>
    </Card>
  );
};
