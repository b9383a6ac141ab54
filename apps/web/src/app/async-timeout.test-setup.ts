import { configure } from '@testing-library/react';

// A busy machine can take longer than the default second to render. Elements already present are found immediately.
configure({ asyncUtilTimeout: 60_000 });
