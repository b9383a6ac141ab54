import { useParams } from 'react-router';
import { FreezeByLinkForm } from '../features/security/freeze-by-link-form.tsx';

/** /freeze/:token, the link in emails about security, with or without a session (§2). */
export default function Freeze() {
  const { token = '' } = useParams();
  return (
    <>
      <title>Freeze your account · Kax</title>
      <FreezeByLinkForm key={token} token={token} />
    </>
  );
}
