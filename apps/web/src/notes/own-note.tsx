import { t } from '#language/t';
import './note-area.css';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDiscretion } from '../state/discretion.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Secret } from '../ui/secret.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useNotes } from './api/notes.ts';
import { NoteArea, NoteAside } from './note-area.tsx';
import { type NoteStatus, useNoteEditor } from './use-note-editor.ts';

const LABEL = t('Your note');

/** What the user noted about an entry of the activity, which can be changed in place. */
export function OwnNote({ entryId }: { entryId: string }) {
  const isHidden = useDiscretion();
  const { data, error, isFetching, refetch } = useNotes(!isHidden);
  if (isHidden) {
    return (
      <Unopened hint={t('Show amounts to read or change it.')}>
        <Secret isHidden width="9em">
          {null}
        </Secret>
      </Unopened>
    );
  }
  if (data !== undefined) {
    return <NoteEditor key={entryId} entryId={entryId} saved={data.get(entryId) ?? ''} />;
  }
  if (error === null) {
    return (
      <Unopened>
        <span className="visually-hidden">{t('Loading your note')}</span>
        <Skeleton width="9em" />
      </Unopened>
    );
  }
  return (
    <Failure
      text={t('We couldn’t load your note.')}
      isBusy={isFetching}
      onRetry={() => void refetch()}
    />
  );
}

/** The field as long as its note can't be read or changed. */
function Unopened({ hint, children }: { hint?: string; children: ReactNode }) {
  return (
    <Field label={LABEL} aside={<NoteAside>{t('Only you see it')}</NoteAside>} hint={hint}>
      {({ id }) => (
        <div className="input note-area__hidden" id={id}>
          {children}
        </div>
      )}
    </Field>
  );
}

function NoteEditor({ entryId, saved }: { entryId: string; saved: string }) {
  const { text, status, type, save, leave } = useNoteEditor(entryId, saved);
  const { at } = status;
  return (
    <div>
      <NoteArea
        label={LABEL}
        text={text}
        status={<StatusText status={status} />}
        onType={type}
        onEnter={save}
        onLeave={leave}
      />
      {at === 'failed' || at === 'retrying' ? (
        <Failure text={status.message} isBusy={at === 'retrying'} onRetry={save} />
      ) : null}
    </div>
  );
}

/** Announces only what the user waits for. */
function StatusText({ status: { at } }: { status: NoteStatus }) {
  return (
    <>
      {at === 'saving' || at === 'retrying' ? <Spinner size={13} /> : null}
      {at === 'saved' ? <Check className="icon" size={14} aria-hidden="true" /> : null}
      <span role="status">{at === 'saved' ? t('Saved') : ''}</span>
      {at === 'saved' ? null : t('Only you see it')}
    </>
  );
}

interface FailureProps {
  text: string;
  isBusy: boolean;
  onRetry: () => void;
}

function Failure({ text, isBusy, onRetry }: FailureProps) {
  return (
    <div className="note-area__failure">
      <p role="alert">{text}</p>
      <Button size="sm" isBusy={isBusy} onClick={onRetry}>
        {t('Try again')}
      </Button>
    </div>
  );
}
