import { t, translated } from '#language/t';
import './message-fields.css';
import {
  countCharacters,
  MESSAGE_MAX_CHARACTERS,
  parseMessage,
} from '#domain/message/private-message';
import { recipientSentenceByCode } from '#wire/recipient-sentences';
import { messageOf, type PoolDraft } from '../../money-form/pool-flow.ts';
import { TextField } from '../../ui/field.tsx';
import { Summary, type SummaryRow } from '../../ui/summary.tsx';
import { Switch } from '../../ui/switch.tsx';
import type { Transfer } from './use-internal-transfer.ts';

/** From here on, a user may want to know how much is left. */
const COUNTED_FROM = 100;
/** Fits beside its label on a phone. */
const SHORT = 24;

/** What the recipient of a transfer is told: a message, and who the sender is. */
export function MessageFields({ transfer }: { transfer: Transfer }) {
  const { state, dispatch, senderName } = transfer;
  const { message = '', showsSender = false } = state.draft;
  return (
    <>
      <TextField
        label={t('Message (optional)')}
        name="message"
        autoComplete="off"
        value={message}
        hint={t('Encrypted. Only the recipient and Kax can read it.')}
        error={
          parseMessage(message).ok ? null : translated(recipientSentenceByCode['message-not-valid'])
        }
        after={<Counter characters={countCharacters(message.trim())} />}
        onChange={(event) => dispatch({ type: 'message-typed', text: event.target.value })}
      />
      <Switch
        label={t('Show my name')}
        description={
          showsSender
            ? t('On: the recipient sees “{senderName}” and your private address.', { senderName })
            : t('Off: the recipient sees no sender.')
        }
        isOn={showsSender}
        onChange={(isShown) => dispatch({ type: 'sender-shown', isShown })}
      />
    </>
  );
}

function Counter({ characters }: { characters: number }) {
  if (characters < COUNTED_FROM) return null;
  return (
    <span className="message-fields__counter">
      {characters} / {MESSAGE_MAX_CHARACTERS}
    </span>
  );
}

/** @returns what the review says about the message and the sender */
export function messageRows({
  senderName,
  state: { draft },
}: Pick<Transfer, 'senderName' | 'state'>): readonly SummaryRow[] {
  const seen = draft.showsSender
    ? t('{senderName} and your private address', { senderName })
    : t('No sender');
  return [...messageRow(draft), { label: t('Recipient sees'), value: seen }];
}

/** The message of a transfer that was made; nothing when it has none. */
export function SentMessage({ draft }: { draft: PoolDraft }) {
  const rows = messageRow(draft);
  return rows.length === 0 ? null : <Summary rows={rows} />;
}

function messageRow(draft: PoolDraft): readonly SummaryRow[] {
  const message = messageOf(draft);
  if (message === null) return [];
  const value = <bdi className="message-fields__text">“{message}”</bdi>;
  return [{ label: t('Message'), value, isStacked: message.length > SHORT }];
}
