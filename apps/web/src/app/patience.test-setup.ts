import { configure } from '@testing-library/react';

// A busy machine takes longer than the usual second to draw; what is already there is still found immediately.
configure({ asyncUtilTimeout: 60_000 });
