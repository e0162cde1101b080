import { useState, type FormEvent } from 'react';
import { useLocation } from 'wouter';
import { ActButton } from '../../shell/act-button';

/** Form for users who may use a cluster but not list all: it is opened by its name. */
export function OpenByName({ reason }: { readonly reason: string }) {
  const [name, setName] = useState('default');
  const [, navigate] = useLocation();
  const open = (event: FormEvent): void => {
    event.preventDefault();
    if (name !== '') navigate(`/${encodeURIComponent(name)}`);
  };
  return (
    <form className="card empty" onSubmit={open}>
      <p role="alert" className="error-text">
        {reason}
      </p>
      <br />
      <label>
        Open the cluster
        <input value={name} onChange={({ target }) => setName(target.value)} />
      </label>{' '}
      <ActButton className="primary">Open</ActButton>
    </form>
  );
}
