import { runStories } from './story-groups';

runStories(3);
