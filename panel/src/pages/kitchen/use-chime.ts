import { useCallback, useEffect, useRef, useState } from 'react';
import type { PedidoPantalla, Plazos } from '../../api/wire.ts';
import { readStored, writeStored } from '../../local-storage.ts';
import { useRestaurant } from '../../scope.tsx';
import { NOT_ACCEPTED, urgency } from '../orders/lateness.ts';
import { LATE_TUNES, makeChime, NEW_ORDER } from './chime.ts';

const STORED = 'sound';
export const SOUND_BUTTON = 'data-sound';
/** Lifting a finger allows sound, putting it down does not. An iPad sends no click for a touch on plain text. */
const ALLOWING = ['touchend', 'click'] as const;

/** `blocked`: wanted, but the browser waits for a touch, as after every reload. */
type Sound = 'off' | 'blocked' | 'on';

/** How often an order that nobody accepts sounds again. */
const AGAIN_MS = 20_000;

/** How urgent an order is for the kitchen; one that is ready no longer waits for it. */
const urgencyInKitchen = (pedido: PedidoPantalla, nowMs: number, plazos: Plazos): number =>
  pedido.estado === 'listo' ? 0 : urgency(pedido, nowMs, plazos);

/** Sounds when an order comes, and louder at each step by which one is late. */
export const useChime = (pedidos: readonly PedidoPantalla[] | undefined, nowMs: number) => {
  const { plazos } = useRestaurant().cuenta;
  const alarmMs = useRef(0);
  const chime = useRef<ReturnType<typeof makeChime> | null>(null);
  const [sound, setSound] = useState<Sound>(() =>
    readStored(STORED) === 'on' ? 'blocked' : 'off',
  );
  const known = useRef<ReadonlyMap<string, number> | null>(null);

  const block = useCallback(() => setSound((before) => (before === 'on' ? 'blocked' : before)), []);
  const allow = useCallback(async () => {
    chime.current ??= makeChime(block);
    const { resume, isAllowed } = chime.current;
    await resume();
    setSound(isAllowed() ? 'on' : 'blocked');
  }, [block]);
  const toggle = () => {
    const isOn = sound !== 'off';
    if (sound !== 'blocked') writeStored(STORED, isOn ? null : 'on');
    if (sound === 'on') setSound('off');
    else void allow().then(() => chime.current?.play(NEW_ORDER));
  };

  // Tries at once, for a device that may sound without a touch; elsewhere any touch will do.
  useEffect(() => {
    if (sound !== 'blocked') return;
    const onTouch = ({ target }: Event) => {
      // The button allows sound by itself: if this did it first, the button would turn the sound off.
      if (!(target instanceof Element && target.closest(`[${SOUND_BUTTON}]`))) void allow();
    };
    void allow();
    for (const type of ALLOWING) addEventListener(type, onTouch);
    return () => {
      for (const type of ALLOWING) removeEventListener(type, onTouch);
    };
  }, [sound, allow]);
  // Runs also when a sign-in hides the page. A closed context cannot be resumed, so the next touch makes another.
  useEffect(
    () => () => {
      void chime.current?.close();
      chime.current = null;
      block();
    },
    [block],
  );

  useEffect(() => {
    if (pedidos === undefined) return;
    const before = known.current;
    known.current = new Map(
      pedidos.map((pedido) => [pedido.id, urgencyInKitchen(pedido, nowMs, plazos)]),
    );
    if (before === null || sound !== 'on') return;
    const risen = [...known.current].filter(([id, level]) => level > (before.get(id) ?? 0));
    const isNew = pedidos.some(({ id }) => !before.has(id));
    const isIgnored =
      [...known.current.values()].includes(NOT_ACCEPTED) && nowMs - alarmMs.current >= AGAIN_MS;
    const worst = isIgnored ? NOT_ACCEPTED : Math.max(0, ...risen.map(([, level]) => level));
    if (worst === NOT_ACCEPTED) alarmMs.current = nowMs;
    const tune = worst > 0 ? LATE_TUNES[worst - 1] : isNew ? NEW_ORDER : undefined;
    if (tune !== undefined) chime.current?.play(tune);
  }, [pedidos, nowMs, sound, plazos]);

  return { sound, toggle };
};
