-- What the tokens of a cluster's service accounts are signed with: all processes must have the same key, and no two
-- clusters may, so that a token is good in its own cluster only. Two random UUIDs are 244 bits of chance.
ALTER TABLE "cluster"
    ADD COLUMN "signing_key" TEXT NOT NULL DEFAULT replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
