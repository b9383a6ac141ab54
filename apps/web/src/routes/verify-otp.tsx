import { Link, useSearchParams } from 'react-router';
import { VerifyCodeForm } from '../features/verify-code/verify-code-form.tsx';
import { paths } from '../paths.ts';
import { BackLink } from '../ui/back-link.tsx';
import { Notice } from '../ui/notice.tsx';

/** /verify-otp?email=… (§2 Verify code). */
export default function VerifyOtp() {
  const [search] = useSearchParams();
  const email = search.get('email')?.trim();
  return (
    <>
      <title>Verify code · Kax</title>
      {email ? <VerifyCodeForm key={email} email={email} /> : <MissingEmail />}
    </>
  );
}

function MissingEmail() {
  return (
    <>
      <h1 className="page-title">Verify code</h1>
      <Notice tone="warn">
        We don’t know which email address to verify. Start with{' '}
        <Link to={paths.register}>Create an account</Link>.
      </Notice>
      <BackLink to={paths.login}>Back to sign In</BackLink>
    </>
  );
}
