import { ProgressNote } from '../../ui/progress-note.tsx';

/** Shows the work before a sign-in. It reads the same whether or not there is such an account. */
export default function SignInCheck({ share }: { share: number }) {
  return (
    <ProgressNote share={share}>
      We’re checking that this isn’t automated. It takes a few seconds.
    </ProgressNote>
  );
}
