"""Intent classification: did a response attempt an answer, or did it abstain?"""
