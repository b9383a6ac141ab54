import type { View } from '../flows/views.ts';
import { TEXTS } from '../texts.ts';
import {
  drawExpired,
  drawMethods,
  drawRefused,
  drawReview,
  drawSigned,
  drawWaiting,
} from './draw-approval.ts';
import {
  drawCreated,
  drawDrillOther,
  drawDrillRight,
  drawIntroduction,
  drawPasskeyAdded,
  drawPasskeyCreation,
  drawSentence,
  drawTimeOut,
} from './draw-keys.ts';
import { drawCheck, drawEntry, drawPhraseWords, drawSkip, drawWords } from './draw-words.ts';
import type { Act, Drawn } from './panel.ts';

/** Draws any view. */
export function draw(view: View, act: Act): Drawn {
  switch (view.view) {
    case 'idle':
      return drawSentence(TEXTS.title, TEXTS.idle);
    case 'needs-window':
      return drawSentence(TEXTS.needsWindow.title, TEXTS.needsWindow.text);
    case 'review':
      return drawReview(view, act);
    case 'waiting':
      return drawWaiting(view, act);
    case 'expired':
      return drawExpired(view, act);
    case 'refused':
      return drawRefused(view, act);
    case 'signed':
      return drawSigned(view, act);
    case 'methods':
      return drawMethods(view, act);
    case 'enter-words':
      return drawEntry(view, act);
    case 'create-passkey':
      return drawPasskeyCreation(view, act);
    case 'words':
      return drawWords(view, act);
    case 'check-words':
      return drawCheck(view, act);
    case 'skip-words':
      return drawSkip(act);
    case 'phrase':
      return drawPhraseWords(view, act);
    case 'created':
      return drawCreated(view, act);
    case 'drill-right':
      return drawDrillRight(act);
    case 'drill-other':
      return drawDrillOther(view, act);
    case 'passkey-added':
      return drawPasskeyAdded(act);
    case 'add-passkey':
      return drawIntroduction(TEXTS.addPasskey, act);
    case 'show-words':
      return drawIntroduction(TEXTS.showWords, act);
    case 'time-out':
      return drawTimeOut(view, act);
  }
}
