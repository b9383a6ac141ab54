import { blankComments } from './blank-comments.ts';
import type { SourceByPath } from './read-sources.ts';

interface Convention {
  readonly sentence: string;
  readonly words: RegExp;
  /** Where the words are forbidden. */
  readonly within: RegExp;
  /** Where, inside of that, they may stand. */
  readonly except?: RegExp;
}

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
    except: /^(?:apps\/web\/src\/lib\/api-client\.ts|apps\/api\/src\/adapters\/)/,
  },
  {
    sentence: 'Money is never a number.',
    words: /(?<![.\w])Number\(|\bparseFloat\b|\btoFixed\b/g,
    within:
      /^(?:packages\/domain\/src\/(?:amount|operation|token)|apps\/api\/src\/(?:modules\/wallet|operations)|apps\/web\/src\/(?:money-form|features\/(?:coins|send|shield|internal-transfer)))\//,
    // Percents and counts of blocks.
    except: /(?:coins\/(?:allocation|total-balance)|operation\/steps)\.ts$/,
  },
];

/** @returns every forbidden word in shipped code; comments and tests may say what they like */
export function findForbiddenWords(sources: SourceByPath): readonly string[] {
  const breaches: string[] = [];
  for (const [path, source] of sources) {
    if (/\.(?:test|spec)\.tsx?$/.test(path)) continue;
    const code = blankComments(source);
    for (const { sentence, words, within, except } of conventions) {
      if (!within.test(path) || except?.test(path)) continue;
      for (const found of code.matchAll(words)) {
        breaches.push(`${path}:${lineOf(code, found.index)}: ${sentence} (${found[0]})`);
      }
    }
  }
  return breaches;
}

function lineOf(code: string, index: number): number {
  return code.slice(0, index).split('\n').length;
}
