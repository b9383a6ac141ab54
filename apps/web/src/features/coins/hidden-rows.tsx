import { createContext, type ReactNode, useContext, useDeferredValue } from 'react';
import { useDiscretion } from '../../state/discretion.ts';

const Hidden = createContext(true);

/** Hides the figures of the rows in it right after those of the card, and renders nothing but rows in full for that. */
export function HiddenRows({ children }: { children: ReactNode }) {
  return <Hidden value={useDeferredValue(useDiscretion())}>{children}</Hidden>;
}

/** Whether a row hides its figures. */
export function useHiddenRow(): boolean {
  return useContext(Hidden);
}
