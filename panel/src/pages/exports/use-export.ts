import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { download, type Progress, save } from '../../api/download.ts';
import { type FiltroPedidos, restPath } from '../../api/queries.ts';
import type { Formato, Tabla } from '../../api/wire.ts';
import { useRestaurant } from '../../scope.tsx';

export interface Wanted {
  tabla: Tabla;
  formato: Formato;
  filtro: Omit<FiltroPedidos, 'buscar'>;
  /** Of the file, after the table: a month or a day. */
  when: string;
  /** How many orders it is about, if that is known. */
  total: number | null;
}

export const fileName = ({ tabla, when, formato }: Wanted): string => `${tabla}-${when}.${formato}`;

/** One download at a time; leaving the page ends it. */
export const useExport = (onSaved: (name: string) => void) => {
  const { id } = useRestaurant();
  const [progress, setProgress] = useState<Progress | null>(null);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const { mutate, reset, isPending, error, variables } = useMutation({
    mutationFn: async (wanted: Wanted) => {
      const { tabla, formato, filtro } = wanted;
      controller.current = new AbortController();
      const { signal } = controller.current;
      setProgress(null);
      const path = restPath(id, `/exportacion/${tabla}`);
      try {
        const file = await download(path, { formato, ...filtro }, signal, setProgress);
        save(file, fileName(wanted));
        onSaved(fileName(wanted));
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
  });
  const cancel = () => controller.current?.abort();
  const state = isPending ? 'downloading' : error === null ? 'idle' : 'failed';
  return { start: mutate, cancel, reset, wanted: variables, state, progress, error } as const;
};
