import { useState, type FormEvent } from 'react';
import mark from '../shell/orrery.svg';
import { session } from './session';

/** Asks for a token, and keeps it for this tab. A token that the server refuses leads back here. */
export function SignIn() {
  const [token, setToken] = useState('');
  const wasRefused = session.current().token !== undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (token.trim() !== '') session.signIn(token.trim());
  };
  return (
    <main className="sign-in">
      <form className="card sign-in-form" onSubmit={submit}>
        <img src={mark} alt="" width="48" height="48" />
        <h1>Sign in to Orrery</h1>
        <p className="quiet">This server asks every client for a token. It is kept in this tab only.</p>
        <label>
          Token
          <input
            type="password"
            autoFocus
            autoComplete="off"
            value={token}
            onChange={({ target }) => setToken(target.value)}
          />
        </label>
        {wasRefused && (
          <p role="alert" className="error-text">
            The server does not know this token.
          </p>
        )}
        <button className="primary">Sign in</button>
        <p className="quiet small">The kubeconfig of the server contains one, and its administrator gives you one.</p>
      </form>
    </main>
  );
}
