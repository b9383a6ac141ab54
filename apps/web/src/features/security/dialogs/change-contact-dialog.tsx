import { t } from '#language/t';
import { rich } from '../../../ui/rich.tsx';
import './dialogs.css';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { ResponseOf } from '#wire/contract';
import type { confirmContactChange as confirmContract } from '#wire/security/confirm-contact-change';
import type { ApiError } from '../../../lib/api-result.ts';
import { DialogFooter } from '../../../reauthentication/dialog-footer.tsx';
import { ReauthenticationForm } from '../../../reauthentication/reauthenticate.tsx';
import {
  type Reauthentication,
  useReauthentication,
} from '../../../reauthentication/use-reauthentication.ts';
import { Button } from '../../../ui/button.tsx';
import { FactList } from '../../../ui/fact-list.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import { beginContactChange } from '../api/begin-contact-change.ts';
import type { ContactChannel, DialogProps } from '../security-dialog.ts';
import { whenText } from '../security-texts.ts';
import { useReread } from '../use-security-action.ts';
import { ContactCodesForm, useContactCodes } from './contact-codes-form.tsx';
import { TEXTS_UNAVAILABLE } from './use-confirmation-codes.ts';

const PhoneField = lazy(() => import('../../../ui/phone-field.tsx'));

/** After “Back”. */
const REPEATABLE = { isRepeatable: true } as const;

type ContactChange = ResponseOf<typeof confirmContract>['contactChange'];

/** Changes the email or the phone: the new one and the password, then both codes, then a day of waiting. */
export default function ChangeContactDialog(props: DialogProps & { channel: ContactChannel }) {
  const { isOpen, onClose, channel } = props;
  const [value, setValue] = useState('');
  const [areSent, setAreSent] = useState(false);
  const [change, setChange] = useState<ContactChange | null>(null);
  const reread = useReread();

  const codes = useContactCodes(async (confirmed) => {
    setChange(confirmed);
    await reread();
  });
  const begin = useReauthentication(async (password) => {
    const contact = value.trim();
    const result = await beginContactChange(
      channel === 'email' ? { email: contact, password } : { phone: contact, password },
    );
    if (!result.ok) return result.error;
    if (result.data.phoneCode === 'unavailable') return TEXTS_UNAVAILABLE;
    codes.clear();
    setAreSent(true);
    return null;
  }, REPEATABLE);
  const step = change ? 2 : areSent ? 1 : 0;
  const texts = TEXTS_BY_CHANNEL[channel];

  return (
    <Modal
      isOpen={isOpen}
      isStatic
      onClose={onClose}
      title={texts.title}
      head={<Stepper steps={[texts.field, t('Confirm'), t('24-hour wait')]} current={step} />}
      footer={
        change ? (
          <Button size="lg" variant="filled" autoFocus onClick={onClose}>
            {t('Done')}
          </Button>
        ) : areSent ? (
          <DialogFooter
            form={codes.form}
            label={texts.confirm}
            busyLabel={t('Checking...')}
            closeLabel={t('Back')}
            onClose={() => setAreSent(false)}
          />
        ) : (
          <DialogFooter
            form={begin}
            label={t('Send both codes')}
            busyLabel={t('Sending...')}
            isDisabled={value.trim() === ''}
            onClose={onClose}
          />
        )
      }
    >
      {change ? (
        <Waiting change={change} />
      ) : areSent ? (
        <ContactCodesForm channel={channel} value={value.trim()} codes={codes} />
      ) : (
        <NewContact channel={channel} value={value} form={begin} onChange={setValue} />
      )}
    </Modal>
  );
}

const TEXTS_BY_CHANNEL = {
  email: {
    title: t('Change email'),
    field: t('New email'),
    confirm: t('Confirm new email'),
  },
  phone: {
    title: t('Change phone'),
    field: t('New phone'),
    confirm: t('Confirm new phone'),
  },
} as const satisfies Readonly<Record<ContactChannel, object>>;

interface NewContactProps {
  channel: ContactChannel;
  value: string;
  form: Reauthentication;
  onChange: (value: string) => void;
}

function NewContact({ channel, value, form, onChange }: NewContactProps) {
  const error = form.error && AT_FIELD.includes(form.error.code) ? form.error.message : null;
  const field = { value, error, label: TEXTS_BY_CHANNEL[channel].field };
  const emailRef = useRef<HTMLInputElement>(null);
  useEffect(() => emailRef.current?.focus(), []);
  function change(next: string) {
    onChange(next);
    if (error) form.clearError();
  }
  return (
    <>
      <p className="security-dialog__text">
        {channel === 'email'
          ? t('We’ll send one code to the new email and one to your phone.')
          : t('We’ll text one code to the new number and send one to your email.')}{' '}
        {t('The change takes effect 24 hours later, and you can cancel it until then.')}
      </p>
      <ReauthenticationForm form={form} shownAbove={AT_FIELD}>
        {channel === 'email' ? (
          <TextField
            {...field}
            type="email"
            name="new-email"
            ref={emailRef}
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            required
            onChange={(event) => change(event.target.value)}
          />
        ) : (
          <Suspense fallback={<Skeleton height={68} />}>
            <PhoneField {...field} onChange={change} />
          </Suspense>
        )}
      </ReauthenticationForm>
    </>
  );
}

const AT_FIELD: readonly ApiError['code'][] = [
  'email-not-valid',
  'phone-not-valid',
  'phone-not-supported',
  'contact-unchanged',
];

function Waiting({ change: { channel, value, at } }: { change: ContactChange }) {
  return (
    <div role="status" className="security-dialog__form">
      <p className="security-dialog__text">
        {rich(
          '{channel, select, email {Your email} other {Your phone}} changes to <b>{value}</b> {when}.',
          {
            channel,
            value,
            b: (inside) => <b>{inside}</b>,
            when: whenText(Date.parse(at), Date.now()),
          },
        )}
      </p>
      <FactList
        facts={[
          {
            tone: 'plain',
            text:
              channel === 'email'
                ? t('Until then, you sign in with your old email.')
                : t('Until then, you sign in with your old phone.'),
          },
          { tone: 'good', text: t('We notified your old and new contacts.') },
          { tone: 'good', text: t('Changed your mind? Cancel it at the top of this page.') },
        ]}
      />
    </div>
  );
}
