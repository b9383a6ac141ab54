import '../features/ui-sheet/ui-sheet.css';
import { ControlsSheet } from '../features/ui-sheet/controls-sheet.tsx';
import { FeedbackSheet } from '../features/ui-sheet/feedback-sheet.tsx';
import { FiguresSheet } from '../features/ui-sheet/figures-sheet.tsx';
import { toggleTheme } from '../state/theme.ts';
import { setWalletMode, useWalletMode } from '../state/wallet-mode.ts';
import { Button } from '../ui/button.tsx';
import { Logo } from '../ui/logo.tsx';
import { Segmented } from '../ui/segmented.tsx';

/** /ui, in development only: every component in every state. */
export default function UiSheet() {
  return (
    <main className="ui-sheet">
      <title>Components · Kax</title>
      <header className="ui-sheet__head">
        <h1>
          <Logo size={32} />
        </h1>
        <Segmented
          label="Mode"
          look="joined"
          value={useWalletMode()}
          options={[
            { value: 'public', label: 'Public' },
            { value: 'private', label: 'Private' },
          ]}
          onChange={setWalletMode}
        />
        <Button onClick={toggleTheme}>Other theme</Button>
      </header>
      <ControlsSheet />
      <FeedbackSheet />
      <FiguresSheet />
    </main>
  );
}
