/** Receives what an operator has to know of. */
export type Alarm = (error: { readonly message: string; readonly cause: unknown }) => void;
