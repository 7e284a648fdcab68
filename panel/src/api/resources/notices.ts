import { useQuery } from '@tanstack/react-query';
import { type Resource, restKey } from '../paths.ts';
import type { Avisos, PreferenciasAvisos } from '../wire.ts';

const AVISOS_MS = 15_000;

export const noticesKey = (restauranteId: string | null): Resource =>
  restauranteId === null ? ['operador', 'avisos'] : restKey(restauranteId, 'avisos');

/** The open conditions of a restaurant, or (null) of the service. No event announces one. */
export const useAvisos = (restauranteId: string | null, enabled = true) =>
  useQuery<Avisos>({
    queryKey: noticesKey(restauranteId),
    refetchInterval: AVISOS_MS,
    enabled,
  });

/** Those of the last 90 days that are over. */
export const useAvisosPasados = (restauranteId: string | null) =>
  useQuery<Avisos>({
    queryKey: [...noticesKey(restauranteId), 'pasados'],
    refetchInterval: AVISOS_MS,
  });

export const usePreferencias = () =>
  useQuery<PreferenciasAvisos>({ queryKey: ['avisos', 'preferencias'] });
