import { rolldown } from 'rolldown';

/** @returns a program for browsers as one script that loads nothing else */
export async function bundleScript(input: string): Promise<string> {
  const build = await rolldown({
    input,
    platform: 'browser',
    transform: { target: 'es2022' },
    logLevel: 'silent',
  });
  try {
    const { output } = await build.generate({ format: 'iife', minify: true, comments: false });
    if (output.length !== 1) throw new Error('The script is more than one file.');
    return output[0].code.trim();
  } finally {
    await build.close();
  }
}
