import { blankComments } from './blank-comments.ts';
import { keepTexts } from './keep-texts.ts';
import type { SourceByPath } from './read-sources.ts';

interface Convention {
  readonly sentence: string;
  readonly words: RegExp;
  /** Where the words are forbidden. */
  readonly within: RegExp;
  /** Exceptions in those paths. */
  readonly except?: RegExp;
  /** Checks only what a user can see: literals of several words, and JSX text. */
  readonly isAboutTexts?: true;
}

/** Files whose texts end up on a screen, in an email or in a text message. */
const shownToUsers =
  /^(?:apps\/web\/src\/|apps\/(?:receipt-check|service-worker|signer)\/src\/|apps\/api\/src\/notices\/|packages\/wire\/src\/errors\.ts$|packages\/domain\/src\/(?:address|amount|password|ramp|operation\/failure-sentence)\b)/;

const conventions: readonly Convention[] = [
  {
    sentence: 'The environment is read in config.ts only.',
    words: /\bprocess\.env\b|\bimport\.meta\.env\b/g,
    within: /^(?:apps|packages|sandbox|e2e)\//,
    except: /^(?:apps\/api\/src\/config\.ts|apps\/web\/src\/config\.ts|sandbox\/config\.ts)$/,
  },
  {
    sentence: 'Time and randomness arrive as ports.',
    words:
      /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bperformance\.now\b|\bcrypto\.(?:random|getRandom)\w*|\brandom(?:UUID|Bytes|Int)\b/g,
    within: /^(?:packages\/domain\/src|apps\/api\/src\/(?:modules|jobs|operations))\//,
  },
  {
    sentence: 'Only the API client and the adapters fetch.',
    words: /(?<![.\w])(?:globalThis\.|window\.)?fetch\(|\bXMLHttpRequest\b|\bsendBeacon\b/g,
    within: /^(?:apps|packages)\//,
    except:
      /^(?:apps\/web\/src\/lib\/(?:api-client|event-stream)\.ts|apps\/api\/src\/adapters\/|apps\/receipt-check\/src\/node\.ts|apps\/service-worker\/src\/)/,
  },
  {
    sentence: 'Money is never a number.',
    words: /(?<![.\w])Number\(|\bparseFloat\b|\btoFixed\b/g,
    within:
      /^(?:packages\/domain\/src\/(?:amount|operation|token)|apps\/api\/src\/(?:modules\/wallet|operations)|apps\/web\/src\/(?:money-form|features\/(?:coins|send|shield|internal-transfer)))\//,
    // Percents and counts of blocks.
    except: /(?:coins\/(?:allocation|total-balance)|operation\/steps)\.ts$/,
  },
  {
    sentence: 'A value is shown in the chosen currency: `useMoney` formats it.',
    words: /\bUS_DOLLARS\b|['"`>]\$(?=['"`<])|\$\$\{|style: 'currency'/g,
    within: /^apps\/web\/src\//,
    // Where money is made, what the server limits in dollars, and samples.
    except:
      /^apps\/web\/src\/(?:state\/money\.ts|help\/topics\/safety\.ts|money-form\/amount-text\.ts|features\/(?:settings\/currency\/currency-card|security\/dialogs\/daily-limit-dialog|ui-sheet\/[\w-]+)\.tsx)$/,
  },
  {
    sentence: 'Base units come from the functions of base-units.ts.',
    words: /\bas BaseUnits\b/g,
    within: /^(?:apps|packages|sandbox|scripts)\//,
    except: /^packages\/domain\/src\/amount\/base-units\.ts$/,
  },
  {
    sentence:
      'A text says it the way people speak: someone, again, immediately, in progress, email.',
    words:
      /\b(?:nobody|somebody|for ever|anew|lately|at once|under way|goes on|by itself|shows? up|all the same|some minutes|any more|(?:it|that|they) holds?|stands?(?! out)|lies|on (?:its|their) way (?:in|out)|waiting to be|what is (?:new|there|left)|must be there|e-mails?|SMS|(?:cannot|could not) be (?:read|drawn|opened|made|checked|reached))\b/gi,
    within: shownToUsers,
    isAboutTexts: true,
  },
  {
    sentence: 'A payment is cancelled; only a payment by link is taken back.',
    words: /\b(?:took|taken|takes?|take) (?:it |this payment )?back\b/gi,
    within: shownToUsers,
    except: /claim|link-review|wire\/src\/errors/,
    isAboutTexts: true,
  },
  {
    sentence: 'A text names the network: Polygon, or "the network", never "the chain".',
    words: /\b(?:the|whole) chain\b/gi,
    within: shownToUsers,
    isAboutTexts: true,
  },
  {
    sentence: 'A text uses contractions: isn’t, can’t, don’t.',
    // The specification quotes "Passwords do not match" and "Amount cannot be negative".
    words:
      /\b(?:(?<!amount )cannot|(?:is|are|was|were|does|did|has|have|will|would|could) not|(?<!passwords )do not)\b/gi,
    within: shownToUsers,
    isAboutTexts: true,
  },
  {
    sentence: 'A text has no inside words: say what happens to the money.',
    words:
      /\b(?:nonces?|nullifiers?|calldata|base units|broadcasters?|rungs?|proofs?|merkle|utxos?|allowee)\b/gi,
    within: shownToUsers,
    // Proof of payment, an everyday word.
    except: /^apps\/(?:web\/src\/features\/receipt|receipt-check)\//,
    isAboutTexts: true,
  },
  {
    sentence: 'A statement is an exported constant, so that a test prepares it.',
    words: /\.query\b|(?<!^export const \w+ =\s+)\bstatement[<(]/gm,
    within: /^apps\/api\/src\/adapters\/postgres\//,
    // Connection code, and the signing transaction, which begins with a timeout for its lock.
    except: /\/(?:connection\/[^/]+|operations\/operation-sign)\.ts$/,
  },
  {
    sentence: 'No SQL decides the status of an operation: `transition` does.',
    words:
      /\bset\s+(?=\w+\s*=)(?:(?!\b(?:where|from)\b)[^`;])*?\bstatus\s*=\s*'|\binsert into operations\b[^`;()]*\([^)]*\)\s*(?:values\s*\(|select\b)[^`;)]*?'/g,
    within: /^apps\/api\/src\//,
  },
];

/** @returns every forbidden word in shipped code. Comments and tests are not checked. */
export function findForbiddenWords(sources: SourceByPath): readonly string[] {
  const breaches: string[] = [];
  for (const [path, source] of sources) {
    if (/\.(?:test|spec|test-setup)\.tsx?$/.test(path)) continue;
    const code = blankComments(source);
    const texts = shownToUsers.test(path) ? keepTexts(path, source) : '';
    for (const { sentence, words, within, except, isAboutTexts } of conventions) {
      if (!within.test(path) || except?.test(path)) continue;
      const searched = isAboutTexts ? texts : code;
      for (const found of searched.matchAll(words)) {
        breaches.push(`${path}:${lineOf(searched, found.index)}: ${sentence} (${found[0]})`);
      }
    }
  }
  return breaches;
}

function lineOf(code: string, index: number): number {
  return code.slice(0, index).split('\n').length;
}
