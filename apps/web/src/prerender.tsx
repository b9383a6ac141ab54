import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { App } from './app/app.tsx';
import { paths } from './paths.ts';
import { signOutLocally } from './state/auth-session.ts';

/**
 * The sign-in page as a visitor who is not signed in first sees it, for the build to put into the page itself.
 * @returns HTML that the app takes over, without its title, which the page has already.
 */
export function prerenderSignIn(): string {
  signOutLocally({ left: false });
  const html = renderToString(
    <StrictMode>
      <App inRouter={(routes) => <StaticRouter location={paths.login}>{routes}</StaticRouter>} />
    </StrictMode>,
  );
  return html.replace(/<title>.*?<\/title>/, '');
}
