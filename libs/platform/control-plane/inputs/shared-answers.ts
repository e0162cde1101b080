import { Topic, type RequestReply } from '@orrery/messaging';
import { digestOf, type Answered, type Answers, type OutsideAnswers } from './outside-answers';

/** Maximum time that the replaying process may take for an answer that it has. */
const ANSWER_TIMEOUT_MS = 30_000;

/** Lets other processes ask this one for what was answered when the cluster was recorded, until the returned function is called. */
export function shareAnswers(requests: RequestReply, cluster: string, answers: OutsideAnswers): () => void {
  const stops = [
    requests.handle(Topic.Repetition, cluster, () => true),
    requests.handle<string>(Topic.OutsideAnswer, cluster, (digest) => ({ answered: answers.nextOf(digest) })),
  ];
  return () => stops.forEach((stop) => stop());
}

/** The answers of a recording that another process repeats. */
export function answersElsewhere(requests: RequestReply, cluster: string): Answers {
  return {
    next: async (question) => {
      const reply = await requests.request(Topic.OutsideAnswer, cluster, digestOf(question), ANSWER_TIMEOUT_MS);
      return (reply as { readonly answered?: Answered } | undefined)?.answered;
    },
  };
}

/** Returns whether some process repeats a recording in the cluster. */
export async function isRepeated(requests: RequestReply, cluster: string): Promise<boolean> {
  return (await requests.request(Topic.Repetition, cluster, 0)) === true;
}
