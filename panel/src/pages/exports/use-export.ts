import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { canChooseFile, chooseFile, download, follow, type Progress } from '../../api/download.ts';
import { apiUrl } from '../../api/http.ts';
import type { FiltroPedidos } from '../../api/queries.ts';
import { useSending } from '../../api/use-change.ts';
import type { Formato, Tabla } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { useRestaurant } from '../../scope.tsx';

/** About 100 MB of NDJSON: more is not gathered in memory. */
const GATHERED_ORDERS_MAX = 50_000;

export interface Wanted {
  tabla: Tabla;
  formato: Formato;
  /** How CSV is written. */
  estilo?: 'programa' | 'excel';
  filtro: Partial<FiltroPedidos> & { fecha?: 'factura' };
  /** Follows the table in the file's name: a month or a day. */
  when: string;
  /** How many orders it is about, if that is known. */
  total: number | null;
}

/** As the service names it, which browsers do not show for what a page has fetched. */
export const fileName = ({ tabla, when, formato }: Wanted, slug: string): string =>
  `${slug}_${tabla}_${when}.${formato}`;

const isLarge = ({ formato, total }: Wanted): boolean =>
  formato !== 'xlsx' && total !== null && total > GATHERED_ORDERS_MAX;

/** One download at a time; leaving the page ends it. */
export const useExport = (onSaved: (how: 'saved' | 'handed over', name: string) => void) => {
  const { path, cuenta } = useRestaurant();
  const { lang } = useWords();
  const [progress, setProgress] = useState<Progress | null>(null);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const exporting = useMutation({
    mutationFn: async (wanted: Wanted) => {
      const { tabla, formato, filtro, estilo = 'programa' } = wanted;
      const name = fileName(wanted, cuenta.slug);
      const isForPeople = formato === 'xlsx' || estilo === 'excel';
      const words = isForPeople ? { idioma: lang, estilo } : {};
      const url = apiUrl(path('exportacion', tabla), { formato, ...words, ...filtro });
      if (isLarge(wanted) && !canChooseFile()) {
        follow(url, name);
        onSaved('handed over', name);
        return;
      }
      const target = isLarge(wanted) ? await chooseFile(name) : null;
      if (isLarge(wanted) && target === null) return;
      controller.current = new AbortController();
      const { signal } = controller.current;
      setProgress(null);
      try {
        await download({ url, name, target }, signal, setProgress);
        onSaved('saved', target?.name ?? name);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
  });
  const cancel = () => controller.current?.abort();
  const { busy, send } = useSending(exporting);
  const { reset, error, variables } = exporting;
  const state = busy ? 'downloading' : error === null ? 'idle' : 'failed';
  return { start: send, cancel, reset, wanted: variables, state, progress, error } as const;
};
