import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app';
import { followConnection } from './graphql/connection';
import { followTheme } from './theme/theme';
import './theme/tokens.css';
import './theme/base.css';

followTheme();
followConnection();
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
