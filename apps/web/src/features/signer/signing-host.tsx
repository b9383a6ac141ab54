import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { hostSigner, type OpenSigning, useOpenSigning } from '../../lib/signing/open-signing.ts';

interface SigningDialogModule {
  default: ComponentType<{ signing: OpenSigning; isOpen: boolean }>;
}

const SigningDialog = lazy<SigningDialogModule['default']>(() =>
  import('./signing-dialog.tsx').catch(
    (): SigningDialogModule => ({ default: SigningUnavailable }),
  ),
);

/** Shows the signer with what the user has to sign, whichever page is open. A sign-out closes it. */
export function SigningHost() {
  const signing = useOpenSigning();
  const [last, setLast] = useState(signing);
  // The dialog keeps its content while it disappears.
  if (signing !== null && signing !== last) setLast(signing);
  useEffect(hostSigner, []);
  if (last === null) return null;
  return (
    <Suspense fallback={null}>
      <SigningDialog key={last.call} signing={last} isOpen={signing !== null} />
    </Suspense>
  );
}

/** Renders nothing. The payment ends without a signature. */
function SigningUnavailable({ signing, isOpen }: { signing: OpenSigning; isOpen: boolean }) {
  useEffect(() => {
    if (isOpen) signing.decide({ outcome: 'unavailable' });
  }, [signing, isOpen]);
  return null;
}
