import { useEffect, useRef, useState } from 'react';
import { repeatWhilePreparing } from '../../money-form/repeat-while-preparing.ts';
import {
  type Reauthentication,
  useReauthentication,
} from '../../reauthentication/use-reauthentication.ts';
import { signOutLocally } from '../../state/auth-session.ts';
import { deleteWallet } from './api/delete-wallet.ts';

/** The form that deletes a wallet. */
interface DeleteWallet {
  readonly form: Reauthentication;
  /** The private balance is still being checked; the request is repeated. */
  readonly isChecking: boolean;
}

const DELETED = { isByChoice: true, reason: 'wallet-deleted' } as const;

/** @param isOpen false once the dialog is closed: nothing is requested any more */
export function useDeleteWallet(isOpen: boolean): DeleteWallet {
  const [isChecking, setIsChecking] = useState(false);
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = !isOpen;
    return () => {
      isClosed.current = true;
    };
  }, [isOpen]);

  const form = useReauthentication(async (password) => {
    const result = await repeatWhilePreparing(() => deleteWallet(password), {
      isWanted: () => !isClosed.current,
      onPreparing: () => setIsChecking(true),
    });
    setIsChecking(false);
    if (!result.ok) return result.error;
    signOutLocally(DELETED);
    return null;
  });
  return { form, isChecking };
}
