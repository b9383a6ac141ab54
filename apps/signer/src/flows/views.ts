import type { TimeOutMinutes } from '../worker/keyring.ts';
import type { PaymentDetails } from './payment-details.ts';

/** What a screen of the signer says above its buttons, after something didn't work. */
export type Note = 'cancelled' | 'wrong-passkey' | 'no-secret';

/** How keys can be opened. */
export type Method = 'passkey' | 'phrase' | 'words';

/** Why typed words don't do, and at which places they are wrong, from 1. */
export interface WordsProblem {
  readonly text: string;
  readonly places: readonly number[];
}

/** Everything that the signer draws. */
export type View =
  | { readonly view: 'idle' | 'needs-window' }
  | {
      readonly view: 'review';
      readonly details: PaymentDetails;
      readonly note: Note | null;
      /** What the button leads to: a signature, where the keys are open. */
      readonly next: Method | 'sign';
    }
  | { readonly view: 'waiting'; readonly details: PaymentDetails | null }
  | { readonly view: 'expired'; readonly details: PaymentDetails }
  | {
      readonly view: 'refused';
      readonly details: PaymentDetails | null;
      readonly lead: string;
      readonly sentence: string;
    }
  | { readonly view: 'signed'; readonly details: PaymentDetails }
  | {
      readonly view: 'methods';
      readonly details: PaymentDetails | null;
      readonly methods: readonly Method[];
    }
  | {
      readonly view: 'enter-words';
      readonly purpose: 'approve' | 'phrase' | 'drill' | 'import' | 'open';
      readonly details: PaymentDetails | null;
      readonly typed: readonly string[];
      readonly problem: WordsProblem | null;
      readonly count: number;
    }
  | { readonly view: 'create-passkey'; readonly problem: 'none' | 'no-secret' | 'cancelled' }
  | { readonly view: 'words'; readonly isNew: boolean; readonly words: readonly string[] | null }
  | { readonly view: 'check-words'; readonly places: readonly number[]; readonly problem: string }
  | { readonly view: 'skip-words' }
  | { readonly view: 'phrase'; readonly words: readonly string[] }
  | {
      readonly view: 'created';
      readonly hasPasskey: boolean;
      readonly areWordsChecked: boolean;
    }
  | { readonly view: 'drill-right' }
  | { readonly view: 'drill-other'; readonly theirs: string; readonly yours: string }
  | { readonly view: 'add-passkey' | 'passkey-added' | 'show-words' }
  | { readonly view: 'time-out'; readonly minutes: TimeOutMinutes };

/** What the user did on a view. */
export type Action =
  | { readonly action: 'go' | 'back' | 'other' | 'again' | 'skip' | 'window' }
  | { readonly action: 'method'; readonly method: Method }
  | { readonly action: 'words'; readonly words: readonly string[] }
  | { readonly action: 'minutes'; readonly minutes: TimeOutMinutes };

/** Draws views, one at a time. */
export interface Screen {
  /** @returns what the user does there */
  show(view: View): Promise<Action>;
}
