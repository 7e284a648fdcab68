import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { screenRoot } from '../../api/feed.ts';
import { useLiveState } from '../../api/live.tsx';
import type { PantallaAbierta, PedidoPantalla, Tablero } from '../../api/wire.ts';
import { PANEL_ROOT } from '../../base-path.ts';
import { nowMs } from '../../clock.ts';
import { readStored, writeStored } from '../../local-storage.ts';

/** The orders that a screen last showed, as screens see them: a reload without the server shows them again. */
export interface ScreenCopy {
  abierta: PantallaAbierta;
  tablero: Tablero<PedidoPantalla>;
  /** The last moment at which it was right. */
  momentMs: number;
}

const KEEP_MS = 5_000;
const nameOf = (id: string): string => `screen.${id}`;

export const readCopy = (id: string): ScreenCopy | null => {
  try {
    return JSON.parse(readStored(nameOf(id)) ?? 'null') as ScreenCopy | null;
  } catch {
    return null;
  }
};

export const dropCopy = (id: string): void => writeStored(nameOf(id), null);

/** Registers the offline shell where the browser allows it: with https, and on localhost. */
const useOfflineShell = (): void => {
  useEffect(() => {
    const scope = `${PANEL_ROOT}/pantalla/`;
    navigator.serviceWorker
      ?.register(`${PANEL_ROOT}/screen-worker.js`, { scope })
      // Private windows refuse it.
      .catch(() => undefined);
  }, []);
};

/** Keeps a copy of what the screen shows while it is live. */
export const useScreenCopy = (abierta: PantallaAbierta): void => {
  const client = useQueryClient();
  const isOpen = useLiveState()?.name === 'open';
  const { id } = abierta.pantalla;
  useOfflineShell();
  useEffect(() => {
    if (!isOpen) return;
    const keep = () => {
      const tablero = client.getQueryData<ScreenCopy['tablero']>([...screenRoot(id), 'tablero']);
      if (tablero === undefined) return;
      const copy: ScreenCopy = { abierta, tablero, momentMs: nowMs() };
      writeStored(nameOf(id), JSON.stringify(copy));
    };
    keep();
    const timer = setInterval(keep, KEEP_MS);
    return () => clearInterval(timer);
  }, [client, isOpen, id, abierta]);
};
