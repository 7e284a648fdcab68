interface Tune {
  hertz: readonly number[];
  /** From 0 to 1, the loudest. */
  volume: number;
}

/** Two soft notes for a new order. */
export const NEW_ORDER: Tune = { hertz: [659, 880], volume: 0.3 };
/** By urgency: about to be late, late, and five notes that cut through a kitchen while nobody has accepted an order. */
export const LATE_TUNES: readonly Tune[] = [
  { hertz: [740, 740], volume: 0.45 },
  { hertz: [988, 740, 988], volume: 0.7 },
  { hertz: [988, 740, 988, 740, 988], volume: 1 },
];

const NOTE_S = 0.24;
const ATTACK_S = 0.02;
const SILENT = 0.001;

/**
 * Plays tunes without a sound file. A browser lets a page sound only after a person has touched it: call `resume` then.
 * It may revoke that, as a tablet does while its screen is locked or something else sounds.
 */
export const makeChime = (onStopped: () => void) => {
  const context = new AudioContext();
  context.onstatechange = () => context.state !== 'running' && onStopped();
  return {
    isAllowed: () => context.state === 'running',
    resume: () => context.resume(),
    close: () => context.close(),
    play({ hertz, volume }: Tune): void {
      for (const [i, frequency] of hertz.entries()) {
        const startS = context.currentTime + i * NOTE_S;
        const oscillator = new OscillatorNode(context, { type: 'triangle', frequency });
        const gain = new GainNode(context, { gain: 0 });
        gain.gain.setValueAtTime(SILENT, startS);
        gain.gain.linearRampToValueAtTime(volume, startS + ATTACK_S);
        gain.gain.exponentialRampToValueAtTime(SILENT, startS + 2 * NOTE_S);
        oscillator.connect(gain).connect(context.destination);
        oscillator.start(startS);
        oscillator.stop(startS + 2 * NOTE_S);
      }
    },
  };
};
