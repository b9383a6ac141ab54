import { t } from '#language/t';
import { VerifyCodeForm } from '../features/verify-code/verify-code-form.tsx';
import { Link, useSearchParams } from '../lib/navigation/navigation.tsx';
import { paths } from '../paths.ts';
import { BackLink } from '../ui/back-link.tsx';
import { Notice } from '../ui/notice.tsx';
import { rich } from '../ui/rich.tsx';

/** /verify-otp?email=… (§2 Verify code). */
export default function VerifyOtp() {
  const [search] = useSearchParams();
  const email = search.get('email')?.trim();
  return (
    <>
      <title>{t('Verify code · Kax')}</title>
      {email ? <VerifyCodeForm key={email} email={email} /> : <MissingEmail />}
    </>
  );
}

function MissingEmail() {
  return (
    <>
      <h1 className="page-title">{t('Verify code')}</h1>
      <Notice tone="warn">
        {rich(
          'We don’t know which email address to verify. Start with <link>Create an account</link>.',
          { link: (inside) => <Link to={paths.register}>{inside}</Link> },
        )}
      </Notice>
      <BackLink to={paths.login}>{t('Back to sign In')}</BackLink>
    </>
  );
}
