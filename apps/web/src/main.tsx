import './styles/tokens.css';
import './styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { followStoredSession } from './state/auth-session.ts';
import { readTheme } from './state/theme.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root');

// Before anything is drawn: a page that is drawn twice comes later.
readTheme();
followStoredSession();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
