/** Turns of the event loop without news after which the input is taken to have paused. */
const QUIET_TURNS = 2;
/** Not a time: a turn that stored a batch took long, and what came in meanwhile deserves its wait. */
const TURNS_MAX = 32;

/**
 * Calls `act` once the input pauses for a moment, so that what is still on its way joins the batch: a
 * lone command waits for two turns of an idle loop, a flood for as long as it takes to fill a batch.
 */
export const makeLinger = (act: () => void) => {
  let armed = false;
  let turns = 0;
  let quietTurns = 0;

  const turn = (): void => {
    turns += 1;
    quietTurns += 1;
    if (quietTurns < QUIET_TURNS && turns < TURNS_MAX) {
      setImmediate(turn);
      return;
    }
    armed = false;
    act();
  };

  /** Something has come in. */
  return (): void => {
    quietTurns = 0;
    if (armed) return;
    armed = true;
    turns = 0;
    setImmediate(turn);
  };
};
