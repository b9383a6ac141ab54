import { t, translated } from '#language/t';
import '../money-form/recipient-chooser.css';
import './link-row.css';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import {
  countCharacters,
  MESSAGE_MAX_CHARACTERS,
  parseMessage,
} from '#domain/message/private-message';
import { recipientSentenceByCode } from '#wire/recipient-sentences';
import { TextField } from '../ui/field.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Notice } from '../ui/notice.tsx';
import { ChannelIcon } from './channel-icon.tsx';
import { whoCanClaim } from './claim-texts.ts';
import { recipientOf } from './link-to.ts';

interface LinkRecipientProps {
  linkTo: string;
  message: string;
  /** Why it can't be paid by link; null when it can. */
  problem: string | null;
  onMessage: (text: string) => void;
  /** Chooses another recipient. */
  onLeave: () => void;
}

/** From here on, a user may want to know how much is left. */
const COUNTED_FROM = 100;

/** Whom a link is for, and what they read. */
export function LinkRecipient(props: LinkRecipientProps) {
  const { linkTo, message, problem, onMessage, onLeave } = props;
  const recipient = recipientOf(linkTo);
  const characters = countCharacters(message.trim());
  const ref = useRef<HTMLInputElement>(null);
  // What had the focus is gone.
  useEffect(() => ref.current?.focus(), []);
  return (
    <>
      <div className="chosen-card">
        <span className="link-row__disc">
          <ChannelIcon channel={recipient.channel} size={18} />
        </span>
        <span className="recipient-list__text">
          <bdi className="recipient-list__name" title={recipient.value}>
            {recipient.value}
          </bdi>
          <span>{t('Payment by link')}</span>
        </span>
        <IconButton
          label={t('Choose another recipient')}
          icon={<X className="icon" size={16} />}
          onClick={onLeave}
        />
      </div>
      {problem === null ? (
        <Notice>
          {t('{whoCanClaim} If no one does, it comes back to you after 30 days.', {
            whoCanClaim: whoCanClaim(recipient),
          })}
        </Notice>
      ) : (
        <Notice tone="warn" isAlert>
          {problem}
        </Notice>
      )}
      <TextField
        ref={ref}
        label={t('Message (optional)')}
        name="message"
        autoComplete="off"
        value={message}
        hint={t('Shown with the money when they open the link.')}
        error={
          parseMessage(message).ok ? null : translated(recipientSentenceByCode['message-not-valid'])
        }
        after={
          characters < COUNTED_FROM ? null : (
            <span className="link-to__counter">
              {characters} / {MESSAGE_MAX_CHARACTERS}
            </span>
          )
        }
        onChange={(event) => onMessage(event.target.value)}
      />
    </>
  );
}
