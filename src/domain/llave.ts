/** Revoked wins over expired. */
export const estadoLlave = (
  { revocadaMs, expiraMs }: { revocadaMs: number | null; expiraMs: number | null },
  nowMs: number,
) => {
  if (revocadaMs !== null) return 'revocada';
  return expiraMs !== null && expiraMs <= nowMs ? 'expirada' : 'activa';
};

export type EstadoLlave = ReturnType<typeof estadoLlave>;
