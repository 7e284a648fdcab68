import { useEffect, useState } from 'react';

const TYPING_MS = 250;

/** Debounces typed text: the value once typing pauses. */
export const useSettled = (value: string): string => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
};
