/** The listeners of one signal, each in a numbered slot. */
export interface AbortListeners {
  /** Returns the slot, to be given to `remove`. */
  add(listener: () => void): number;
  remove(slot: number): void;
}

const known = new WeakMap<AbortSignal, AbortListeners>();

/**
 * Hundreds of attempts share one signal, whose own `removeEventListener` searches all of them: it gets one
 * listener, and ours have slots. A Set would do, but it is copied as it is added to and deleted from, and
 * its old copies keep the bodies of past attempts alive.
 */
export const abortListenersOf = (signal: AbortSignal): AbortListeners =>
  known.getOrInsertComputed(signal, () => {
    const listeners: ((() => void) | null)[] = [];
    const free: number[] = [];
    const callAll = () => {
      for (const listener of [...listeners]) listener?.();
    };
    signal.addEventListener('abort', callAll, { once: true });
    return {
      add(listener) {
        const slot = free.pop() ?? listeners.length;
        listeners[slot] = listener;
        return slot;
      },
      remove(slot) {
        listeners[slot] = null;
        free.push(slot);
      },
    };
  });
