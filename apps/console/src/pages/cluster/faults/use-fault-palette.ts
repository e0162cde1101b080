import { useState } from 'react';
import { useClient } from '../../../graphql/client-context';
import { InjectFaultMutation } from '../../../graphql/operations.generated';
import { useRequest } from '../../../graphql/use-request';
import type { Subject } from '../../../model/board/subject';
import { faultInput, type FaultChoice } from '../../../model/faults/fault-palette';

/** State of the palette of faults. */
interface FaultPalette {
  readonly isOpen: boolean;
  /** Duration of a fault, in seconds of cluster time; undefined: until it is cleared. */
  readonly seconds: number | undefined;
  /** Error of the last fault; empty if it was injected. */
  readonly problem: string;
  toggle(): void;
  setSeconds(seconds: number | undefined): void;
  inject(choice: FaultChoice, subject: Subject): void;
}

export function useFaultPalette(): FaultPalette {
  const client = useClient();
  const [isOpen, setIsOpen] = useState(false);
  const [seconds, setSeconds] = useState<number>();
  const { problem, setProblem, mutate } = useRequest();
  const inject = (choice: FaultChoice, subject: Subject): void => {
    const input = faultInput(choice, subject, seconds);
    if (input) void mutate(async () => (await client.ask(InjectFaultMutation, { input })).injectFault);
    else setProblem('A fault needs a node or a named zone.');
  };
  return { isOpen, toggle: () => setIsOpen(!isOpen), seconds, setSeconds, problem, inject };
}
