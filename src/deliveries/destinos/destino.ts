import type { Destino, Llegada } from '../../domain/deliveries/envio.ts';
import type { Ejecucion, Envio } from '../../storage/port/deliveries/envios.ts';
import type { Content } from '../contents.ts';
import type { MadeFile } from '../file.ts';

/** A file on its way. */
export interface Parcel {
  envio: Envio;
  run: Pick<Ejecucion, 'id' | 'dudas' | 'periodo' | 'intentos'>;
  content: Pick<Content, 'archivo' | 'tipo' | 'tramo' | 'caja' | 'restaurante'>;
  file: Pick<MadeFile, 'bytes' | 'sha256' | 'stream' | 'read'>;
  secreto: string | null;
  /** Stored before something leaves whose arrival nobody could know after a crash. False: somebody else has the run now. */
  begin(): Promise<boolean>;
}

export type Destination<C extends Destino['clase']> = (
  destino: Extract<Destino, { clase: C }>,
  parcel: Parcel,
) => Promise<Llegada>;

/** Bounds what the other side says, which people read and which is stored. */
export const wordsOfError = (error: unknown, secreto: string | null = null): string => {
  const text = error instanceof Error ? error.message : String(error);
  const hidden = secreto === null || secreto === '' ? text : text.replaceAll(secreto, '***');
  return hidden.replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').slice(0, DETAIL_CHARS_MAX);
};
const DETAIL_CHARS_MAX = 300;
