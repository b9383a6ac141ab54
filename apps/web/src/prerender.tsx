import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { App } from './app/app.tsx';
import { paths } from './paths.ts';
import { signOutLocally } from './state/auth-session.ts';

/**
 * Renders the sign-in page as a signed-out visitor first sees it. The build embeds it in `index.html`.
 * @returns HTML that the app hydrates, without a title, because the page already has one.
 */
export function prerenderSignIn(): string {
  signOutLocally({ isByChoice: false });
  const html = renderToString(
    <StrictMode>
      <App inRouter={(routes) => <StaticRouter location={paths.login}>{routes}</StaticRouter>} />
    </StrictMode>,
  );
  return html.replace(/<title>.*?<\/title>/, '');
}
