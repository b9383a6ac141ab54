import { commandLineOf, isPidRunning, parentOf } from './process-identity.ts';

const CHECK_EVERY_MS = 1_000;

/**
 * Calls back once when the process that started this one has ended, however it did: the parent, and npm behind the
 * shell that it starts for a script, since that shell outlives a killed npm.
 * @param npmScript the script that npm runs (`npm_lifecycle_script`), if it does
 */
export function watchParent(npmScript: string | undefined, onGone: () => void): void {
  const parent = process.ppid;
  const npm = npmBehind(parent, npmScript);
  const check = setInterval(() => {
    // A process whose parent has ended gets another one, except on Windows.
    if (process.ppid === parent && isRunning(parent) && (npm === null || isPidRunning(npm))) return;
    stop();
    onGone();
  }, CHECK_EVERY_MS);
  check.unref();
  const onDisconnect = () => {
    stop();
    onGone();
  };
  // A parent that opened a channel to us may have ended before the first check.
  if (process.connected === false) onDisconnect();
  else process.once('disconnect', onDisconnect);
  // The listener must not keep this process running.
  process.channel?.unref();

  function stop(): void {
    clearInterval(check);
    process.off('disconnect', onDisconnect);
  }
}

/** In a container the parent may be outside, where it has the pid 0 and cannot be looked up. */
function isRunning(parent: number): boolean {
  return parent === 0 || isPidRunning(parent);
}

/** npm runs a script as `sh -c "<script>"`, except where the shell replaces itself with the program. */
function npmBehind(parent: number, script: string | undefined): number | null {
  if (script === undefined || !commandLineOf(parent)?.includes(script)) return null;
  return parentOf(parent);
}
