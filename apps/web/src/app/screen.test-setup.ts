import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// A busy machine can take longer than the default second to render. Elements already present are found immediately.
configure({ asyncUtilTimeout: 60_000 });

// The files of one process share a window and the libraries; each begins with an empty page and its own state.
vi.resetModules();
localStorage.clear();
sessionStorage.clear();
document.body.replaceChildren();
window.history.replaceState(null, '', '/');
afterEach(cleanup);
