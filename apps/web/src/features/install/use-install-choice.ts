import { install } from '../../lib/install.ts';
import { postponeInstall } from '../../state/install-offer.ts';

/** What the buttons of the offer do. */
export function useInstallChoice(close: () => void) {
  function postpone() {
    postponeInstall(new Date());
    close();
  }
  async function accept() {
    // The browser announces an installation itself.
    if (!(await install())) postponeInstall(new Date());
    close();
  }
  return { postpone, accept: () => void accept() };
}
