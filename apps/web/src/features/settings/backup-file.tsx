import { Download } from 'lucide-react';
import { t } from '#language/t';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { rich } from '../../ui/rich.tsx';
import { Summary } from '../../ui/summary.tsx';

export interface SavedFile {
  readonly name: string;
  readonly content: string;
}

interface BackupFileProps {
  file: SavedFile;
  /** The day the wallet was created. */
  made: string;
}

/** Confirms that the backup file was saved, and says how to use it. */
export function BackupFile({ file, made }: BackupFileProps) {
  return (
    <>
      <p className="settings-modal__text" role="status">
        {rich(
          '<b>Saved to your downloads.</b> Your current password opens this file, even if you change your Kax password later.',
          { b: (inside) => <b>{inside}</b> },
        )}
      </p>
      <Summary
        rows={[
          {
            label: t('File'),
            value: <span className="mono settings-modal__file">{file.name}</span>,
          },
          { label: t('Wallet created on'), value: made },
        ]}
      />
      <div className="settings-modal__tools">
        <Button
          size="sm"
          icon={<Download className="icon" size={16} aria-hidden="true" />}
          onClick={() => saveFile(file)}
        >
          {t('Save again')}
        </Button>
      </div>
    </>
  );
}
